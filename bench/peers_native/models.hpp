#pragma once

#include "peer.hpp"

namespace peers {

/// Hinges about x, y and z in turn, displaced from one another; in any frames, or in parallel ones.
Model chain(int links, bool hasAnyFrames = false);

/// Hinges that branch in two at each, `levels` deep; in any frames.
Model binaryTree(int levels);

/// A free trunk with two legs of six hinges, a waist of three, two arms of seven and a neck of one.
Model humanoid();

}  // namespace peers
