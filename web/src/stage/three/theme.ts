/** Colors of the two themes that the 3-D view needs; the page's own are CSS tokens. */
export type ThemeName = 'dark' | 'light'

/** Surfaces that parts are painted with. */
export const surfaceNames = [
  'link',
  'inner',
  'housing',
  'well',
  'pin',
  'brass',
  'ringGear',
  'copper',
  'stand',
  'index'
] as const
export type Surface = (typeof surfaceNames)[number]

/** How rough and how metallic a surface is, the same in both themes. */
export const finish: Readonly<Record<Surface, readonly [roughness: number, metalness: number]>> = {
  link: [0.38, 0.62],
  inner: [0.46, 0.6],
  housing: [0.55, 0.35],
  well: [0.8, 0.1],
  pin: [0.28, 0.9],
  brass: [0.34, 0.85],
  ringGear: [0.42, 0.8],
  copper: [0.34, 0.85],
  stand: [0.6, 0.3],
  index: [0.7, 0]
}

export interface Theme {
  readonly stage: string
  readonly text: string
  readonly text3: string
  readonly hand: string
  readonly trace: string
  readonly ghost: string
  readonly pool: string
  readonly gridMinor: string
  readonly gridMajor: string
  readonly shadow: number
  readonly environment: number
  /** The same, of a picture by parallel rays. */
  readonly flatEnvironment: number
  readonly key: number
  readonly rim: number
  readonly hemisphere: number
  readonly bounce: string
  readonly surfaces: Readonly<Record<Surface, string>>
}

export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: {
    stage: '#121416',
    text: '#edeae3',
    text3: '#8f9492',
    hand: '#ff7d52',
    trace: '#8db8ff',
    ghost: '#8b9296',
    pool: '#23292d',
    gridMinor: '#262b2e',
    gridMajor: '#394045',
    shadow: 0.62,
    environment: 0.55,
    flatEnvironment: 0.08,
    key: 2.3,
    rim: 2.4,
    hemisphere: 0.3,
    bounce: '#1a1c1e',
    surfaces: {
      link: '#aeb2b3',
      inner: '#6d7579',
      housing: '#3d4449',
      well: '#17191b',
      pin: '#8a9196',
      brass: '#bd9a5c',
      ringGear: '#8d6c33',
      copper: '#b8734e',
      stand: '#4b5257',
      index: '#f4f1ea'
    }
  },
  light: {
    stage: '#e9e6df',
    text: '#1b1d1e',
    text3: '#606465',
    hand: '#b8380f',
    trace: '#2255b5',
    ghost: '#6d7170',
    pool: '#f6f4ef',
    gridMinor: '#d9d5cb',
    gridMajor: '#c2bdb0',
    shadow: 0.24,
    environment: 0.62,
    flatEnvironment: 0.62,
    key: 2.6,
    rim: 0.9,
    hemisphere: 0.6,
    bounce: '#cfcabd',
    surfaces: {
      link: '#a3a8a9',
      inner: '#62696d',
      housing: '#3b4146',
      well: '#24282b',
      pin: '#596066',
      brass: '#b48d45',
      ringGear: '#8f6b2b',
      copper: '#a9633d',
      stand: '#a8a69f',
      index: '#fbfaf7'
    }
  }
}
