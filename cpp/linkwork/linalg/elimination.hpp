#pragma once

namespace linkwork::linalg {

/// right ← A⁻¹ right by elimination with exchange of rows. A, n×n by columns, is used up. False
/// where a pivot is no larger than `least`, or not a number.
bool eliminate(double* a, int n, double* right, double least = 0);

}  // namespace linkwork::linalg
