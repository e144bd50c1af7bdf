#pragma once

#include <string>

#include "linkwork/symbolic/program.hpp"

namespace linkwork::symbolic {

/// A program as C++ that stands alone (it includes <cmath>).
struct CppSource {
  std::string text;
  int scratch = 0;  ///< numbers of scratch the function needs
};

struct CppOptions {
  int statementsPerFunction = 400;  ///< longer ones are split: compilers take more than linear time
};

/// Prints a program as a CompiledFunction `extern "C" void NAME(inputs, outputs, scratch)`: one
/// `const double` per value used more than once, the others written where they are used. Long
/// programs become several functions that hand values on through scratch. Numbers are printed so
/// that they are read back exactly.
///
///   in   program   its name and the names of its arrays are C++ identifiers, none of them
///                  `inputs`, `outputs`, `scratch` or `t` with a number
CppSource emitCpp(const Program& program, const CppOptions& options = {});

}  // namespace linkwork::symbolic
