#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

enum class Writing { expressions, function };

/// The same mechanism with its revolute, prismatic, helical, cylindrical, universal and planar
/// joints written out as functions of the same coordinates: by expressions, or as a function
/// template on nested jets.
Mechanism writtenOut(Mechanism mechanism, Writing writing);

}  // namespace linkwork::test
