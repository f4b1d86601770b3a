/** Of all stamps at one store. */

export const backToDays = 'Back to day view';
export const goToStore = 'Go to store';
export const allStampsAt = <T>(store: T) => ['All stamps at ', store];
