/** Where people write to: a mailbox at the site's own domain, so it is right wherever this runs. */
import { config } from '../../lib/config.ts';

export const contactEmail = `hello@${new URL(config.siteUrl).hostname.replace(/^www\./, '')}`;
