/** Around both legal texts. */

export const back = 'Back to login';
export const lastUpdated = <T>(date: T) => ['Last updated ', date];
export const updatedOn = 'October 16, 2025';
export const contents = 'On this page';
