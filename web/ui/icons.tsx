import type { SVGProps } from 'react'

// One hand drew these: 24 units, a 1.6 line, round ends, no fills.
const paths = {
  box: 'm3 8 9-4 9 4v9l-9 4-9-4zM3 8l9 4 9-4M12 12v9',
  hanger:
    'M9.500 6.500a2.500 2.500 0 1 1 3.600 2.200c-.700.400-1.100.800-1.100 1.800L3.600 16.300c-1.200.9-.6 2.700.9 2.700h15c1.500 0 2.100-1.800.9-2.700L12 10.500',
  label: 'M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8zM8.500 8.500h.01',
  truck:
    'M2 6h12v11H2zM14 10h4l4 4v3h-8zM6.500 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.500 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  yen: 'm7 4 5 8 5-8M12 12v8M8 13h8M8 16h8',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM10 20v-5h4v5',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  chart: 'M4 19v-6M9 19V9M14 19V5M19 19v-8M2.500 21h19',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  camera:
    'M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 16.500a3.250 3.250 0 1 0 0-6.500 3.250 3.250 0 0 0 0 6.500z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500c1 .8 3 .8 4 0',
  person: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.5-4 3.500-6 7.500-6s7 2 7.500 6',
  bank: 'M3.500 9.500 12 4l8.500 5.500zM5.500 9.500V17M10 9.500V17M14 9.500V17M18.500 9.500V17M3.500 20h17M4.500 17h15',
  idCard:
    'M3 6h18v12H3zM8.500 12a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600zM5.500 15.500c.4-1.400 1.500-2 3-2s2.600.6 3 2M14.500 10h4M14.500 13.500h4',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 7v5l3.500 2',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  chevron: 'm9 5 7 7-7 7',
  back: 'm15 5-7 7 7 7',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21',
  print: 'M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z',
  plus: 'M12 5v14M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  warning: 'M12 4 2.500 20h19zM12 10v4.500M12 17.500v.01',
  offline:
    'M3 3l18 18M5 12.500c1-1 2-1.700 3.200-2.200M2 9c1-1 2.200-1.800 3.500-2.500M10.500 5.500C15 5 19 6.500 22 9M15.500 10.500c1.300.4 2.500 1.100 3.500 2M8.500 16c2-1.800 5-1.800 7 0M12 19.500v.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11 12 4l8 7v9h-5.500v-5.500h-5V20H4z',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v2.500M12 18.500V21M3 12h2.500M18.500 12H21M5.600 5.600l1.800 1.800M16.600 16.600l1.800 1.800M18.400 5.600l-1.800 1.800M7.400 16.600l-1.800 1.800',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  download: 'M12 4v12M7 11l5 5 5-5M4 20h16',
  lock: 'M6 10.500h12V20H6zM8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500',
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
