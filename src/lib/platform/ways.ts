/** The ways within the document (the Navigation API). Apart, for scripts within a page. */

/** Loads something, or is no way between screens: an address rewritten, a sheet's mark in the history. */
export const isWithinScreen = ({ destination, navigationType }: NavigateEvent): boolean => {
  const { pathname, search } = new URL(destination.url);
  return (
    navigationType !== 'traverse' ||
    !destination.sameDocument ||
    pathname + search === location.pathname + location.search
  );
};
