import type { SVGProps } from 'react'

const paths = {
  box: 'm3 8 9-4 9 4v9l-9 4-9-4zM3 8l9 4 9-4M12 12v9',
  hanger:
    'M9.5 6.5a2.5 2.5 0 1 1 3.6 2.2c-.700.4-1.1.800-1.1 1.8L3.6 16.3c-1.2.9-.6 2.7.9 2.7h15c1.5 0 2.1-1.8.9-2.7L12 10.5',
  label: 'M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8zM8.5 8.5h.01',
  truck:
    'M2 6h12v11H2zM14 10h4l4 4v3h-8zM6.5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  yen: 'm7 4 5 8 5-8M12 12v8M8 13h8M8 16h8',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM10 20v-5h4v5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chart: 'M4 19v-6M9 19V9M14 19V5M19 19v-8M2.5 21h19',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5c1 .8 3 .8 4 0',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  bank: 'M3.5 9.5 12 4l8.5 5.5zM5.5 9.5V17M10 9.5V17M14 9.5V17M18.5 9.5V17M3.5 20h17M4.5 17h15',
  idCard:
    'M3 6h18v12H3zM8.5 12a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM5.5 15.5c.4-1.4 1.5-2 3-2s2.6.6 3 2M14.5 10h4M14.5 13.5h4',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7v5l3.5 2',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  chevron: 'm9 5 7 7-7 7',
  back: 'm15 5-7 7 7 7',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21',
  print: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.5v.01',
  offline:
    'M3 3l18 18M5 12.5c1-1 2-1.7 3.2-2.2M2 9c1-1 2.2-1.8 3.5-2.5M10.5 5.5C15 5 19 6.5 22 9M15.5 10.5c1.3.4 2.5 1.1 3.5 2M8.5 16c2-1.8 5-1.8 7 0M12 19.5v.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11 12 4l8 7v9h-5.5v-5.5h-5V20H4z',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M18.4 5.6l-1.8 1.8M7.4 16.6l-1.8 1.8',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  download: 'M12 4v12M7 11l5 5 5-5M4 20h16',
  lock: 'M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
} as const

export type IconName = keyof typeof paths

type Props = Omit<SVGProps<SVGSVGElement>, 'name'> & {
  name: IconName
  size?: number /** Says what it means, when no text beside it does. */
  label?: string
}

export function Icon({ name, size = 20, label, ...rest }: Props) {
  return (
    <svg
      {...rest}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      style={{ flex: 'none', ...rest.style }}
    >
      <path d={paths[name]} />
    </svg>
  )
}
