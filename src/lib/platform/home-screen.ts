/** Whether the page was opened from the home screen of iOS, where no gesture reloads it. */
export const isOnHomeScreenOfIos = (): boolean =>
  'standalone' in navigator && navigator.standalone === true;
