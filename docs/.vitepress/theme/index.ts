import DefaultTheme from 'vitepress/theme-without-fonts'
import 'katex/dist/katex.css'
import '../../../web/src/ui/styles/tokens.css'
import './style.css'
import type { Theme } from 'vitepress'
import GuidedTour from './GuidedTour.vue'
import LiveMechanism from './LiveMechanism.vue'

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('GuidedTour', GuidedTour)
    app.component('LiveMechanism', LiveMechanism)
  }
}

export default theme
