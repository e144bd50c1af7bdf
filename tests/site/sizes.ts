import type { Locator } from '@playwright/test'

/** The two sizes at which controls are pressed: by a mouse, and by a finger. */
export const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true }
}

export type Size = keyof typeof sizes

/** Presses as one does at that size. */
export const press = (size: string, control: Locator): Promise<void> =>
  control[size === 'phone' ? 'tap' : 'click']()
