// The table of passes for one instruction set.

#include "linkwork/tree/fast/hinge_recursion.hpp"
//
#include "linkwork/tree/fast/floating_body.hpp"

namespace linkwork::fast {
namespace {

constexpr Passes passesHere{turnHinges, outwardBias,  outward<true>,   inward,
                            accelerate, inwardForces, outwardFloating, accelerateFloating};

}  // namespace
}  // namespace linkwork::fast
