/** Of distances. */

export const meters = (count: number): string => `${count} m`;
export const kilometers = (count: string): string => `${count} km`;
