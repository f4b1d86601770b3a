/** Navigations within the document (the Navigation API). Separate, so that inline scripts can use it. */

/** Loads a document, or leads to no other screen: an address rewritten, a sheet's mark in the history. */
export const isWithinScreen = ({ destination, navigationType }: NavigateEvent): boolean => {
  const { pathname, search } = new URL(destination.url);
  return (
    navigationType !== 'traverse' ||
    !destination.sameDocument ||
    pathname + search === location.pathname + location.search
  );
};
