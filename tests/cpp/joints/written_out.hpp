#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

enum class Writing { expressions, function };

/// Returns the same mechanism with function joints of the same coordinates. They replace revolute,
/// prismatic, helical, cylindrical, universal and planar joints. The functions are expressions, or
/// a function template on nested jets.
Mechanism writtenOut(Mechanism mechanism, Writing writing);

}  // namespace linkwork::test
