/** The browser's storage, which may be forbidden: then nothing is remembered. */

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser without storage keeps the choice for this visit only.
  }
}
