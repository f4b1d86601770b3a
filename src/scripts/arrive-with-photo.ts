/** Before the page's code has come. */
import { arriveWithPhoto } from '../lib/platform/arrive-with-photo.ts';

arriveWithPhoto();
