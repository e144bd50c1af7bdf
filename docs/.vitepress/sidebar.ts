export const sidebar = [
  {
    text: 'Guide',
    items: [{ text: 'First steps', link: '/first-steps' }]
  },
  {
    text: 'What has been tried',
    items: [
      { text: 'Trust', link: '/trust' },
      { text: 'Extremes', link: '/extremes' },
      { text: 'Endurance', link: '/endurance' },
      { text: 'Measurements', link: '/measurements' }
    ]
  },
  {
    text: 'Reference',
    items: [
      { text: 'The package', link: '/package' },
      { text: 'API', link: '/api/' },
      { text: 'Security', link: '/security' },
      { text: 'Changes', link: '/changelog' }
    ]
  }
]
