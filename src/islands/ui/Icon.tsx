/** One family: 24 px, stroke 1.9, round caps. Each is decoration beside a word or a label. */
const drawings = {
  home: 'M3.5 11.2 12 4l8.5 7.2M5.8 9.6v9.2c0 .7.5 1.2 1.2 1.2h3v-5.2h4V20h3c.7 0 1.2-.5 1.2-1.2V9.6',
  receipt: 'M5.5 3.5h13v17l-2.2-1.6-2.1 1.6-2.2-1.6-2.2 1.6-2.1-1.6-2.2 1.6zM9 8.5h6M9 12.5h6',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v.01M20 17.5V20h-2.5M14 20v.01',
  share:
    'M12 15V3.8M7.8 7.6 12 3.5l4.2 4.1M5 12.5v6.3c0 .7.5 1.2 1.2 1.2h11.6c.7 0 1.2-.5 1.2-1.2v-6.3',
  user: 'M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.8 20.2c.5-3.6 3.4-5.7 7.2-5.7s6.7 2.1 7.2 5.7',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6ZM15.8 15.8 20.5 20.5',
  close: 'M6 6l12 12M18 6 6 18',
  calendar: 'M4.5 6.2h15v14h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2.2',
  pin: 'M12 21c4.3-4.4 6.5-7.9 6.5-10.8a6.5 6.5 0 0 0-13 0C5.5 13.1 7.7 16.6 12 21ZM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  check: 'M5 12.8 9.8 17.5 19.2 7',
  alert: 'M12 4 2.8 19.8h18.4zM12 10v4.6M12 17.2v.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.2v5M12 7.9v.01',
  'chevron-left': 'M14.5 5.5 8 12l6.5 6.5',
  'chevron-right': 'M9.5 5.5 16 12l-6.5 6.5',
  gift: 'M4 9h16v3.8H4zM5.5 12.8h13V20h-13zM12 9v11M12 9C10.5 9 7.6 8.6 7.6 6.3 7.6 3.3 12 3.8 12 9ZM12 9c1.5 0 4.4-.4 4.4-2.7C16.4 3.3 12 3.8 12 9Z',
  external:
    'M13.5 4.5h6v6M19 5l-8.5 8.5M16.5 13.5v4.8c0 .7-.5 1.2-1.2 1.2H5.7c-.7 0-1.2-.5-1.2-1.2V8.7c0-.7.5-1.2 1.2-1.2h4.8',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  logout: 'M10 4.5H5.7c-.7 0-1.2.5-1.2 1.2v12.6c0 .7.5 1.2 1.2 1.2H10M10 12h10M16.2 8 20 12l-3.8 4',
  star: 'M12 3.8l2.5 5.3 5.7.7-4.2 4 1.1 5.8L12 16.8 6.9 19.6 8 13.8l-4.2-4 5.7-.7z',
  bell: 'M6 10.5a6 6 0 0 1 12 0c0 4.7 2 6 2 6.5H4c0-.5 2-1.8 2-6.5ZM10 20.3h4',
  expand: 'M14 4.5h5.5V10M19 5l-5.5 5.5M10 19.5H4.5V14M5 19l5.5-5.5',
} as const;

export type IconName = keyof typeof drawings;

interface Props {
  name: IconName;
  size?: number;
}

export function Icon({ name, size = 24 }: Props) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.9"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
