/** Where one is: the path of the address. Links within the site need no reload. */

export const route = $state({ path: location.pathname, hash: location.hash, search: location.search });

function look(): void {
  Object.assign(route, { path: location.pathname, hash: location.hash, search: location.search });
}

/** Goes to a page. */
export function go(path: string): void {
  history.pushState(null, '', path);
  look();
  scrollTo(0, 0);
}

/** Another name for where one is, such as a word behind the #. */
export function rename(path: string): void {
  history.replaceState(null, '', path);
  look();
}

/** Lets links work; once. */
export function listen(): void {
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (
      link.target ||
      link.origin !== location.origin ||
      link.hasAttribute('download') ||
      link.pathname.startsWith('/api')
    )
      return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
