#pragma once

#include <string>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// A number as C++ that is read back exactly.
std::string cppNumber(double number);

/// An operation on operands that are written already.
std::string cppFormula(Operation operation, const std::string (&operands)[3]);

}  // namespace linkwork::symbolic
