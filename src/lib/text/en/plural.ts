/** English has one form for 1 and one for every other number. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const stamps = (count: number): string => counted(count, 'stamp');

export const moreStamps = (count: number): string => counted(count, 'more stamp');
