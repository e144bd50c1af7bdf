import { connection } from 'next/server'
import * as linkwork from 'linkwork'
import { numbers } from '../numbers.js'
import { Client } from './client.jsx'

export default async function Page() {
  await connection()
  return (
    <body data-server={await numbers(linkwork)}>
      <Client />
    </body>
  )
}
