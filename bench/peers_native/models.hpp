#pragma once

#include "peer.hpp"

namespace peers {

/// Revolute joints about x, y and z in turn, displaced from one another; in any frames, or in
/// parallel ones.
Model chain(int links, bool hasAnyFrames = false);

/// Revolute joints that branch in two at each, `levels` deep; in any frames.
Model binaryTree(int levels);

/// A free trunk with two legs of six revolute joints, a waist of three, two arms of seven and a
/// neck of one.
Model humanoid();

}  // namespace peers
