/** Of all stamps at one store. */

export const backToDays = 'Back to the days';
export const goToStore = 'Go to the store';
export const allStampsAt = <T>(store: T) => ['All stamps at ', store];
