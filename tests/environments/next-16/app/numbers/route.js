import * as linkwork from 'linkwork'
import { numbers } from '../../numbers.js'

export async function GET() {
  return new Response(await numbers(linkwork))
}
