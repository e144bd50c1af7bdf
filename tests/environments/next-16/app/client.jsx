'use client'
import * as linkwork from 'linkwork'
import { useEffect } from 'react'
import { numbers } from '../numbers.js'

export function Client() {
  useEffect(() => {
    const show = (place) => (answer) => Object.assign(document.body.dataset, { [place]: answer })
    numbers(linkwork).then(show('client'))
    fetch('/numbers').then((response) => response.text()).then(show('route'))
  }, [])
}
