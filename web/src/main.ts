import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/header.css'
import './styles/gallery.css'
import './styles/view.css'
import './styles/setup.css'
import './styles/readouts.css'
import './styles/truth.css'
import './styles/fan.css'
import './styles/transport.css'
import './styles/sheets.css'
import './styles/mode-panels.css'
import './styles/tabs.css'
import './styles/help.css'
import './styles/modes.css'
import './styles/screensaver.css'
import { startPage } from './page.ts'
import { keepOffline } from './state/offline.ts'
import { holdsFile } from './state/share.ts'

/** The file that an address holds is read before the page looks for it. */
if (holdsFile(location.hash)) {
  const { takeHeldFile } = await import('./files/held-file.ts')
  await takeHeldFile()
}
startPage()
keepOffline()
