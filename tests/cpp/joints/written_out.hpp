#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

enum class Writing { expressions, function };

/// Returns the same mechanism with its revolute, prismatic, helical, cylindrical, universal and
/// planar joints replaced by functions of the same coordinates: by expressions, or by a function
/// template on nested jets.
Mechanism writtenOut(Mechanism mechanism, Writing writing);

}  // namespace linkwork::test
