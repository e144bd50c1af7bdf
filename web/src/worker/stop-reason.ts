/** Returns the reason of a failed step and a remedy, from the message of the library. */
export function stopReason(message: string): string {
  const isTooFast =
    /step is too long|shorter steps|finite|did not converge|turns? (too far|by more|of joint)|too large/
  if (isTooFast.test(message))
    return 'it moved faster than its step can follow. Reset it, or choose a shorter step.'
  if (/contact/.test(message))
    return 'no impulses found satisfy all of its contacts. Reset it, or choose a shorter step.'
  if (/singular|dead|\branks?\b|positive definite/.test(message))
    return 'it is stretched to a pose in which its equations have no solution. Reset it.'
  return `${message}. Reset it, or choose another method.`
}
