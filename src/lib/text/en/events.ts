/** Of /events and of one event. */

export const title = 'Upcoming Events';
export const submit = 'Submit Event';

export const detailsTitle = 'Event Details';
export const goBack = 'Go back to events';
export const enlarge = 'Enlarge the photo';
export const photoOf = (name: string): string => `Photo of ${name}`;

export const none = 'No events yet. Check back soon!';
export const noDate = 'Date not set';
/** docs/product.md#fallback-texts */
export const loadFailed = 'Unable to load events.';
export const notFound = 'Event not found.';
export const missingId = 'Missing event id.';
