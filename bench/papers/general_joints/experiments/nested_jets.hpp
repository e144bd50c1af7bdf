#pragma once

#include "linkwork/mechanism.hpp"

/// The derivatives of the paper's torus joints by automatic differentiation, to compare with those
/// by the factors of the pose (joints/joint_motion.hpp): what a user gets who writes the pose as a
/// function template and no more (`functionJoint`).
namespace linkwork::bench {

/// The same mechanism; the joints of tori on tori take S and Ṡ q̇ from nested jets.
Mechanism byNestedJets(Mechanism mechanism);

/// Operations (+ − × ÷) of such a joint for [pose, S] and for [pose, S, Ṡ q̇], by the factors and by
/// nested jets, where a sine counts nothing and a product with 0 is a product.
struct TorusOperations {
  int factoredSubspace, factoredAll, jetsSubspace, jetsAll;
};
TorusOperations torusOperations();

}  // namespace linkwork::bench
