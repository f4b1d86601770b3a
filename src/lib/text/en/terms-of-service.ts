/** Of the terms of service (docs/product.md#legal-pages). */
import type { LegalFacts, LegalSection } from '../legal.ts';

export const title = 'Terms of Service';
export const description =
  'The rules for collecting stamps and redeeming rewards with Stampcard, in plain words.';

export const sections = ({ email, guests, privacyPolicy }: LegalFacts): LegalSection[] => [
  {
    id: 'agreement',
    title: 'These terms',
    html: `
    <p>
      These terms apply between you and Stampcard when you use this site and its apps. By signing in
      ${guests ? 'or starting without an account ' : ''}you accept them. If you do not agree, please do not use Stampcard. How we treat your
      information is described in our <a href="${privacyPolicy}">Privacy Policy</a>.
    </p>`,
  },
  {
    id: 'the-service',
    title: 'What Stampcard is',
    html: `
    <p>
      Stampcard keeps digital stamp cards. Participating businesses give you stamps by scanning your
      QR code and hand over rewards by scanning the code of a reward. Using Stampcard is free for
      customers. What you buy, you buy from the business, not from us.
    </p>`,
  },
  {
    id: 'your-account',
    title: 'Your account',
    html: `
    <ul>
      ${
        guests
          ? `
        <li>
          You can start to collect stamps without an account. Such a card is on one phone only, and
          is lost with it until you sign in. Rewards need an account. It is personal: one person,
          one account.
        </li>`
          : '<li>You need an account to collect stamps. It is personal: one person, one account.</li>'
      }
      <li>
        You must be at least 13 years old, and old enough to agree to these terms where you live.
      </li>
      <li>
        Keep your email account and your phone secure. What is done with your codes while they
        are on your screen counts as done by you; tell us if your account is misused.
      </li>
    </ul>`,
  },
  {
    id: 'stamps',
    title: 'Stamps',
    html: `
    <ul>
      <li>
        <strong>Stamps have no cash value.</strong> They are not money, cannot be bought from us,
        sold or exchanged for cash, and earn no interest.
      </li>
      <li>
        <strong>Stamps are non-transferable.</strong> They belong to the account that collected them
        and cannot be moved to another account or another business.${
          guests
            ? ' Those of a card without an account become your account’s when you sign in.'
            : ''
        }
      </li>
      <li>
        A business gives stamps at its own discretion and may correct a stamp given by mistake.
        Stamps obtained by deception can be removed.
      </li>
    </ul>`,
  },
  {
    id: 'rewards',
    title: 'Rewards and redeeming',
    html: `
    <ul>
      <li>
        <strong>Each business sets its own reward rules</strong>: how many stamps a reward takes,
        what it consists of, when it begins and ends, and what else applies. Please read them where
        the reward is shown, and ask the business if anything is unclear.
      </li>
      <li>
        To redeem, show the reward’s code at the store. It is valid for two minutes; after that,
        simply open a new one. The redemption takes place when the store scans it, and your phone
        needs a connection for it.
      </li>
      <li>
        A code can be redeemed only while you have it open: once, for the reward and with the stamps
        that it names, at no more than the number of stamps your screen showed when you opened it.
        Closing it, or leaving its page, ends that. So does time, by our servers’ clock: three
        minutes after you opened it at the latest, the third of them for a scan that has begun.
      </li>
      <li>
        The stamps a reward needs are spent when it is redeemed and are not given back; stamps
        beyond that number stay on your card.
      </li>
      <li>A reward that has ended, or whose business no longer takes part, cannot be redeemed.</li>
    </ul>`,
  },
  {
    id: 'businesses',
    title: 'The businesses',
    html: `
    <p>
      The businesses on Stampcard are independent of us. They alone are responsible for their goods
      and services, their rewards, promos and events, and what they say about them. We do not
      guarantee that a reward is available. If a business does not honor a reward, tell us: we may
      suspend it, but we cannot give the reward in its place.
    </p>`,
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    html: `
    <p>You agree not to:</p>
    <ul>
      <li>obtain stamps or rewards without being entitled to them, or copy or forge codes;</li>
      <li>use another person’s account, or sell or trade accounts, stamps or rewards;</li>
      <li>
        disturb the service, get around its protections, or read out its data by automated means
        beyond what its own pages do;
      </li>
      <li>break the law with it, or infringe the rights of others.</li>
    </ul>`,
  },
  {
    id: 'names-and-software',
    title: 'Names, pictures and software',
    html: `
    <p>
      The software, the name and the drawings of Stampcard belong to us or to those who let us use
      them; you may use them to use the service. Names, logos and photos of the businesses belong to
      the businesses.
    </p>`,
  },
  {
    id: 'availability',
    title: 'Availability and changes',
    html: `
    <p>
      We work to keep Stampcard available but cannot promise that it always is. We may change or end
      features, and businesses may join or leave. If we ever end the service, we will say so in the
      app in good time, so that you can redeem the cards you have filled.
    </p>`,
  },
  {
    id: 'ending',
    title: 'Ending your account',
    html: `
    <p>
      You can stop at any time and delete your account in your profile. Stamps and rewards that have not
      been redeemed end with it. We may suspend or close an account that breaks these terms; where
      we can, we tell you why.
    </p>`,
  },
  {
    id: 'warranty',
    title: 'No warranty',
    html: `
    <p>
      Stampcard is provided “as is” and “as available”. To the extent the law permits, we give no
      warranties, express or implied, including those of merchantability, fitness for a particular
      purpose and non-infringement.
    </p>`,
  },
  {
    id: 'liability',
    title: 'Limits of liability',
    html: `
    <p>
      To the extent the law permits, we are not liable for indirect, incidental, special or
      consequential damages, or for lost stamps, rewards, profits or data. As Stampcard is free of
      charge, our total liability is limited to one hundred US dollars. Nothing here limits
      liability that cannot be limited by law, or rights that you have as a consumer.
    </p>`,
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    html: `
    <p>
      These terms are governed by the laws of the State of California, without regard to its rules
      on conflicts of law. Disputes are for the state and federal courts in California, unless
      the law where you live gives you the right to another place. Please write to us first: most
      things can be settled in a message or two.
    </p>`,
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    html: `
    <p>
      When these terms change, the new version appears here with its date. If you go on using
      Stampcard after that, the new version applies. Should one sentence of these terms be invalid,
      the others remain.
    </p>`,
  },
  {
    id: 'contact',
    title: 'Contact',
    html: `
    <p>Write to <a href="mailto:${email}">${email}</a>.</p>`,
  },
];
