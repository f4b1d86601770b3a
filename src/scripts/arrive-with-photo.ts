/** Shows the photo that travels here from the tapped card before the page's code has loaded. */
import { arriveWithPhoto } from '../lib/platform/arrive-with-photo.ts';

arriveWithPhoto();
