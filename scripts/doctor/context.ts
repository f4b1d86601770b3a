/** What every check is given: where to look, and the ways to look there. */
export interface Context {
  /** The backend's origin. */
  url: string;
  /** The publishable key: what every stranger has. */
  key: string;
  /** The site's address without a slash at its end; null where only the backend is looked at. */
  site: string | null;
  /** Where a one-time code is sent; null: none is. */
  email: string | null;
  /** Whether the site is built with PUBLIC_GUESTS. */
  guests: boolean;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** This machine's clock, in epoch milliseconds. */
  now: () => number;
  /** Asks whoever sits at the terminal, and answers null where they break off; null where nobody sits there. */
  askPerson: ((question: string) => Promise<string | null>) | null;
  /** How long an answer may take. */
  deadlineMs: number;
}

/** A page of the project's dashboard. Where the project is not known from its address, one chooses it there. */
export function dashboard({ url }: Pick<Context, 'url'>, page: string): string {
  const [, project = '_'] = /^https:\/\/([a-z]{20})\.supabase\.co$/.exec(url) ?? [];
  return `https://supabase.com/dashboard/project/${project}/${page}`;
}
