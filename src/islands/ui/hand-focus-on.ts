/**
 * A ref: a button that leaves the page while it has the focus hands it on to what it stands in (the
 * sheet, the screen), where reading goes on. Else the focus would fall to the body.
 */
export const handFocusOn = (element: HTMLElement | null) => () => {
  if (element?.matches(':focus'))
    element.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
};
