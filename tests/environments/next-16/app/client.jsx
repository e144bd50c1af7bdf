'use client'
import * as linkwork from 'linkwork'
import * as worker from 'linkwork/worker'
import { useEffect } from 'react'
import { numbers, workerNumbers } from '../numbers.js'

export function Client() {
  useEffect(() => {
    const show = (place) => (answer) => Object.assign(document.body.dataset, { [place]: answer })
    numbers(linkwork).then(show('client'))
    workerNumbers(linkwork, worker).then(show('workers'))
    fetch('/numbers')
      .then((response) => response.text())
      .then(show('route'))
  }, [])
}
