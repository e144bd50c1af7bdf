#pragma once

// The passes of forward and inverse dynamics over runs of hinges. Included by one file for each
// instruction set; everything here has internal linkage, so that each gets its own.
//
// Forward dynamics is the articulated-body algorithm with the accelerations split in two: outward,
// those at q̈ = 0, and the forces N, F that they ask for; inward, inertias and forces; outward
// again, only the increments that q̈ adds. Inverse dynamics is the first pass with q̈ given, and
// forces inward. What a formed rotation matrix would cost is saved by turning about z and x in
// turn.
//
// Additions and multiplications a hinge, counted by running the passes on a counting number:
//
//                      plain: square  sloped  anyhow   geared: square  sloped  anyhow
//   outward (bias)            138     156     186              155     173     203
//   inward (inertia)          182     237     369              221     298     436
//   outward (increments)       32      44      64               33      45      65
//   forward dynamics          352     437     619              409     516     704
//   inverse dynamics          164     194     244              193     223     273
//
// and some 40 for sine and cosine.

#include "linkwork/dynamics/hinges/increment_pass.hpp"
#include "linkwork/dynamics/hinges/inward_pass.hpp"
#include "linkwork/dynamics/hinges/outward_pass.hpp"
