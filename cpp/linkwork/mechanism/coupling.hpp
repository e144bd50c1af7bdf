#pragma once

#include <string>
#include <vector>

namespace linkwork {

struct CouplingTerm {
  std::string joint;       ///< a tree joint with one coordinate
  double coefficient = 0;  ///< not zero

  bool operator==(const CouplingTerm&) const = default;
};

/// A gear, a belt, a rack: Σ coefficient · q = offset, over at least two different joints.
struct Coupling {
  std::string name;
  std::vector<CouplingTerm> terms;
  double offset = 0;

  bool operator==(const Coupling&) const = default;
};

}  // namespace linkwork
