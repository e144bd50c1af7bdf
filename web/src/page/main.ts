import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import '../ui/styles/layout.css'
import '../ui/styles/header.css'
import '../ui/styles/gallery.css'
import '../ui/styles/view.css'
import '../ui/styles/setup.css'
import '../ui/styles/readouts.css'
import '../ui/styles/accuracy.css'
import '../ui/styles/ensemble-plot.css'
import '../ui/styles/transport.css'
import '../ui/styles/sheets.css'
import '../ui/styles/mode-panels.css'
import '../ui/styles/tabs.css'
import '../ui/styles/help.css'
import '../ui/styles/modes.css'
import '../ui/styles/screensaver.css'
import { holdsFile } from '../model/address.ts'
import { keepOffline } from './offline.ts'
import { startPage } from './page.ts'

/** The file of an address is read before the page starts. */
if (holdsFile(location.hash)) {
  const { takeHeldFile } = await import('./held-file.ts')
  await takeHeldFile()
}
startPage()
keepOffline()
