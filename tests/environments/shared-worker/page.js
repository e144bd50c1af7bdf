const { port } = new SharedWorker('./worker.js', { type: 'module' })
port.onmessage = ({ data }) => {
  document.body.dataset.numbers = data
}
