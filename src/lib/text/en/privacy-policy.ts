/** Of the privacy policy: what this site really stores and sends (lib/platform/storage-keys.ts). */
import type { LegalFacts, LegalSection } from '../legal.ts';

export const title = 'Privacy Policy';
export const description =
  'What Stampcard collects, what it keeps on your device, who sees it, and what you can do about it.';

export const sections = ({
  guests,
  vitals,
  errors,
  captcha,
  email,
  termsOfService,
}: LegalFacts): LegalSection[] => [
  {
    id: 'in-short',
    title: 'In short',
    html: `
    <p>
      Stampcard keeps digital stamp cards: it needs to know who you are, which stamps you have
      collected where, and which rewards you have redeemed. That is what we collect. We show no
      advertising, we do not follow you to other sites, and we do not sell personal information.
    </p>`,
  },
  {
    id: 'what-we-collect',
    title: 'What we collect',
    html: `
    <ul>
      <li>
        <strong>Your account.</strong> When you sign in with Google we receive your email address,
        your name and the address of your profile picture from Google. When you sign in with a
        one-time code we receive your email address. We never see a password.
      </li>
      ${
        guests
          ? `
        <li>
          <strong>A card without an account.</strong> When you start without an account we know
          nothing of you but a random number, and your stamps. When you sign in, they become your
          account’s, and we remember that number with it. A card without stamps that is not used for
          30 days, and any that is not used for a year, may be deleted.
        </li>`
          : ''
      }
      <li>
        <strong>Your stamps.</strong> For each stamp: the store, how many it is worth, when it was
        given, and the invoice number if the store enters one.
      </li>
      <li>
        <strong>Your redemptions.</strong> For each reward you redeem: the store, the reward, when
        it was handed over, and a note if the store writes one.
      </li>
      <li>
        <strong>The codes you open for rewards.</strong> For each reward, the code you opened last:
        the stamps it names, how many the reward needed then, when you opened it, and when it was
        closed or redeemed.
      </li>
      <li>
        <strong>What stores do with your codes.</strong> A log of each scan: the store, who scanned
        it there, your account’s id, what was given, redeemed or refused, the invoice number if the
        store enters one, and when.
      </li>
      <li>
        <strong>Notifications,</strong> if you turn them on: the address at which your browser’s push
        service reaches your device, what you want to be told of, and what you were told in the last
        30 days.
      </li>
      <li>
        <strong>What you ask the app for.</strong> Words you type into the store search are sent to
        our servers to find stores. If you ask for the stores near you, a place rounded to about a
        kilometer is sent with the question, and not kept. Like every server, ours see your IP address and the kind of
        browser you use, and keep technical logs for a short time.
      </li>
    </ul>
    <p>
      We keep no record of where you are, of your contacts or of your payment details, and the app
      does not use your camera or microphone.
    </p>
    ${
      vitals
        ? `
      <p>
        We measure how fast pages load and respond. These figures hold the page and the timing, not
        your name, email address or account.
      </p>`
        : ''
    }
    ${
      errors
        ? `
      <p>
        When the app fails in your browser, we may be told where: the page, the place in our code, the
        kind of failure, and the kind and version of your browser. We are not told your name, your
        email address or your account, nor anything that was on the screen.
      </p>`
        : ''
    }`,
  },
  {
    id: 'qr-codes',
    title: 'What your QR codes contain',
    html: `
    <p>
      Your personal code, shown to receive a stamp, contains your name (your email address if your
      account has no name), your account’s id, and a short check value that changes every day. The
      code of a reward contains your name or email address, your account’s id, the ids of the stamps
      to be spent, the reward and the store; it is valid for two minutes, and can be redeemed only
      while you have it open.
    </p>
    <p>
      Anyone who can see a code on your screen can read what it contains. Show your codes to the
      store, and do not post pictures of them.
    </p>`,
  },
  {
    id: 'on-your-device',
    title: 'What stays on your device',
    html: `
    <p>We do not use cookies. The app keeps the following in your browser’s own storage:</p>
    <ul>
      <li>your session, so that you stay signed in;</li>
      ${
        guests
          ? `
        <li>
          while you have a card without an account: its number, and a secret that proves that it is
          yours when you sign in;
        </li>`
          : ''
      }
      <li>the dates on which you last closed the welcome message and the invitation to share;</li>
      <li>
        until you log out: the cards, stores, rewards, events and pictures you have seen last, so
        that they appear at once and without a connection;
      </li>
      <li>
        until you close the tab: whose they are, whether you came through our app, and passing notes
        such as a sign-in error or a redemption in progress;
      </li>
      <li>
        until you log out: which notifications you turned on here, and whether you chose not to give
        a name;
      </li>
      <li>
        the pages of the app themselves, what you answered to the offer to install it, and that
        notifications were offered here, none of which says who you are.
      </li>
    </ul>
    <p>
      Logging out removes all of it that concerns you from the device. If our servers cannot be
      reached at that moment, one thing stays until they can: a key without your name, which is used
      to end your session there and then deleted.
    </p>`,
  },
  {
    id: 'how-we-use-it',
    title: 'How we use it',
    html: `
    <p>
      We use this information to sign you in, keep your cards, let stores give stamps and hand over
      rewards, show your history, prevent stamps from being spent twice, and answer when you write
      to us. We do not use it for advertising or to build profiles.
    </p>`,
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    html: `
    <ul>
      <li>
        <strong>The store you visit</strong> sees what your code contains, and the stamps and
        redemptions you have at that store, and the log of its own scans. It does not see your cards
        at other stores. Each business is responsible for what it does with this information.
      </li>
      <li>
        <strong>Our hosting providers</strong> store the data and deliver the app on our behalf.
      </li>
      <li>
        <strong>Google</strong> knows that you signed in to Stampcard if you choose that way to sign
        in.
      </li>
      ${
        captcha
          ? `
        <li>
          <strong>${captcha}</strong>
          checks that you are a person when you ask for a one-time code. It then sees your IP
          address, and how your browser behaves on the sign-in page.
        </li>`
          : ''
      }
      <li>
        <strong>Your browser’s push service</strong> (of Apple, Google, Microsoft or Mozilla) delivers
        notifications, if you turn them on. It cannot read them.
      </li>
      <li>
        <strong>Places you choose to go.</strong> Photos and logos may be loaded from other web
        hosts, also of a store’s choosing, which then see your IP address, and not who you are or
        which page you look at. A map link opens Google Maps, and only when you tap it. The same
        goes for other links that leave the app.
      </li>
      <li><strong>Authorities</strong>, where the law obliges us to answer them.</li>
    </ul>
    <p>We do not sell personal information or share it for advertising.</p>`,
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    html: `
    <p>
      We keep your stamps and redemptions for as long as you have an account, because they are your
      cards, and of a reward’s code the last one you opened, until you open the next. What we
      answered a till is kept for seven days, in case the answer got lost. Technical logs are
      deleted after a short time.
    </p>
    <p>
      When you delete your account in your profile, your account, your sign-ins on all devices, your
      stamps, your redemptions and your codes are deleted at once, and cannot be brought back. What
      stays is a store’s own book: the log of its scans, so that stores cannot cover up what they
      did. It holds the number of an account, which then leads to nobody. Photos that you uploaded
      for a store stay the store’s, without your name, and what we must keep by law is kept.
    </p>`,
  },
  {
    id: 'security',
    title: 'How we protect it',
    html: `
    <p>
      Data travels encrypted. In the database each person can read their own stamps and redemptions
      only, each store only its own, and stamps change hands only through the store’s scan, of a
      code that you have open where they are spent. No system is perfectly safe; if something
      happens that affects you, we will tell you.
    </p>`,
  },
  {
    id: 'your-choices',
    title: 'Your choices and rights',
    html: `
    <p>
      Your profile shows in six lines what we know about you and which stores saw it. There you can
      read, print and download everything we keep about you, and delete your account. You can log
      out at any time. Write to us to have something corrected, or if you can no longer sign in;
      please write from the address of your account, so that we know it is you. Depending on where
      you live you may also have the right to object to or restrict the use of your information, and
      to complain to an authority.
    </p>`,
  },
  {
    id: 'california',
    title: 'If you live in California',
    html: `
    <p>
      California law gives you the right to know what personal information we collect, use and
      disclose, to have it corrected or deleted, and not to be treated worse for asking. We do not
      sell or share personal information as the law defines it, and have not done so in the past
      twelve months. You may have somebody you authorize ask for you.
    </p>`,
  },
  {
    id: 'children',
    title: 'Children',
    html: `
    <p>
      Stampcard is not directed to children under 13, and we do not knowingly collect their personal
      information. If you believe that a child under 13 has given us information, write to us and we
      will delete it.
    </p>`,
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    html: `
    <p>
      When this policy changes, the new version appears here with its date. If a change matters, we
      say so in the app before it applies.
    </p>`,
  },
  {
    id: 'contact',
    title: 'Contact',
    html: `
    <p>
      Questions or requests? Write to <a href="mailto:${email}">${email}</a>. See also our
        <a href="${termsOfService}">Terms of Service</a>.
    </p>`,
  },
];
