/** Of /download. */

export const title = 'Get the app';
export const description =
  'Stampcard runs in the browser of any phone today. Apps for Android and iOS are on their way.';
export const system = 'Any with a web browser';
export const lead =
  'There’s nothing to install: Stampcard runs in your phone’s browser today, and your cards move with you when the apps arrive.';

export const browser = 'In your browser';
export const anyDevice = 'Any phone, tablet or computer.';
export const readyNow = 'Ready now.';
export const browserLogin = 'Browser Login';

export const android = 'Android';
export const androidDevices = 'For phones and tablets.';
export const inBeta = 'In beta: help us try it out.';
export const joinBeta = 'Join the Android beta';
export const betaSoon = 'The beta is about to begin.';
export const comingSoon = 'Coming soon';

export const ios = 'iOS';
export const iosDevices = 'For iPhone and iPad.';
export const inDevelopment = 'In development.';
export const downloadIos = 'Download for iOS';

export const homeScreen = 'Keep it on your home screen';
/** Where the browser lets a page do it. */
export const addToHomeScreen = 'Add to Home Screen';
export const homeScreenLead = 'It opens like an app, one tap from your first stamp of the day.';
interface Step {
  step: string;
  /** The icon to look for. */
  icon?: 'share' | 'add' | 'dots';
}

export const guides: { title: string; steps: Step[] }[] = [
  {
    title: 'On iPhone and iPad',
    steps: [
      { step: 'Open Stampcard in Safari.' },
      { step: 'Tap the Share button.', icon: 'share' },
      { step: 'Choose ‘Add to Home Screen’.', icon: 'add' },
    ],
  },
  {
    title: 'On Android',
    steps: [
      { step: 'Open Stampcard in Chrome.' },
      { step: 'Open the three-dot menu.', icon: 'dots' },
      { step: 'Choose ‘Add to Home screen’.', icon: 'add' },
    ],
  },
];
