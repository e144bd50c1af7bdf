#pragma once

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// a + b, or a − b: like terms collected, sin² + cos² = 1, in one order.
///
/// The two are taken as sums of products and every term of one is compared with every term of the
/// other. Sums of more than 16 terms and products of more than 8 factors count as one.
Expression sumOf(const Expression& a, const Expression& b, bool subtract);

/// The shape of the node that the graph adds next.
Graph::Shape shapeOf(const Graph& graph, const NodeData& data);

}  // namespace linkwork::symbolic
