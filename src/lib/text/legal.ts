/** What the legal texts of every language are made of. */

/** What differs from site to site. */
export interface LegalFacts {
  /** Whether people may start without an account. */
  guests: boolean;
  /** Whether the speed of pages is measured. */
  vitals: boolean;
  /** Whether errors of pages are sent. */
  errors: boolean;
  /** Who checks that a person asks for a code. */
  captcha: string | null;
  email: string;
  privacyPolicy: string;
  termsOfService: string;
}

export interface LegalSection {
  /** Its anchor, the same in every language. */
  id: string;
  title: string;
  /** Our own markup, with nothing from a visitor in it. */
  html: string;
}

export interface LegalText {
  title: string;
  description: string;
  sections: (facts: LegalFacts) => LegalSection[];
}
