/** A number as text and as speech. */
export interface Written {
  /** Digits before the power of ten, or the whole number. */
  readonly text: string
  /** Exponent with a true minus sign; empty where there is no power of ten. */
  readonly exponent: string
  /** For screen readers. */
  readonly spoken: string
}

const minus = '\u2212'

/**
 * Writes an error with two significant digits: `3.1×10⁻¹⁰`. Values below 10⁻¹⁷, including zero, are
 * rounding errors and written "< 10⁻¹⁷".
 */
export function writeError(value: number): Written {
  if (!Number.isFinite(value)) return plain('not finite')
  if (value < 1e-17)
    return { text: '< 10', exponent: `${minus}17`, spoken: 'less than ten to the minus 17' }
  const [mantissa = '', power = '0'] = value.toExponential(1).split('e')
  const exponent = Number(power)
  if (exponent >= -1 && exponent <= 2) return plain(String(Number(value.toPrecision(2))))
  return {
    text: `${mantissa}×10`,
    exponent: signed(exponent),
    spoken: `${mantissa} times ten to the ${spokenSign(exponent)}`
  }
}

/** Writes a power of ten: `10⁻⁸`; 1, 10 and 100 without an exponent. */
export function writePower(exponent: number): Written {
  if (exponent >= 0 && exponent <= 3) return plain(String(10 ** exponent))
  return { text: '10', exponent: signed(exponent), spoken: `ten to the ${spokenSign(exponent)}` }
}

/** A time per step in µs, in ms from 1000 µs on; at most three significant digits. */
export function writeMicroseconds(value: number): {
  readonly text: string
  readonly unit: 'µs' | 'ms'
} {
  if (!Number.isFinite(value)) return { text: '–', unit: 'µs' }
  return value < 999.5
    ? { text: threeDigits(value), unit: 'µs' }
    : { text: threeDigits(value / 1000), unit: 'ms' }
}

function threeDigits(value: number): string {
  return value.toFixed(value < 99.95 ? 1 : 0)
}

/** A number with so many decimals and a true minus sign. */
export function writeFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return text.replace('-', Number(text) === 0 ? '' : minus)
}

/** Writes "−1.2e−5", for an axis with plain characters. */
export function writeScientific(value: number): string {
  return value.toExponential(1).replaceAll('-', minus)
}

export function writeTime(seconds: number): string {
  return writeFixed(seconds, 2)
}

export function writeFactor(factor: number): string {
  return `${factor.toFixed(3)}×`
}

export function writeDegrees(radians: number): string {
  return `${writeFixed((radians * 180) / Math.PI, 1)}°`
}

/** An element for a number. The exponent has a fixed width, so the layout does not jitter. */
export function writtenNode({ text, exponent, spoken }: Written): HTMLElement {
  const [mantissa = '', base] = text.split('×')
  const element = document.createElement('span')
  element.append(mantissa)
  if (base) {
    const times = document.createElement('span')
    times.className = 'times'
    times.textContent = '×'
    element.append(times, base)
  }
  if (exponent) {
    const sup = document.createElement('sup')
    sup.textContent = exponent
    element.append(sup)
    element.setAttribute('role', 'math')
    element.setAttribute('aria-label', spoken)
  }
  return element
}

function plain(text: string): Written {
  return { text, exponent: '', spoken: text }
}

function signed(exponent: number): string {
  return exponent < 0 ? `${minus}${-exponent}` : String(exponent)
}

function spokenSign(exponent: number): string {
  return exponent < 0 ? `minus ${-exponent}` : String(exponent)
}
