#include "linkwork/symbolic/expression_scalar.hpp"

#include <cmath>
#include <numbers>
#include <optional>

#include "linkwork/elementary.hpp"

namespace linkwork::symbolic {

namespace {

/// Takes whole quarter turns off a sum of a constant and another angle: how many, 0 to 3.
int takeQuarters(Expression& angle) {
  if (angle.isConstant()) return 0;
  Graph& graph = *angle.graph();
  const NodeData& data = graph[angle.node()];
  if (data.operation != Operation::add) return 0;
  const Expression offset = graph.at(data.operands[0]);  // constants stand first
  if (!offset.isConstant()) return 0;
  const double quarters = offset.value() / (std::numbers::pi / 2), whole = std::round(quarters);
  constexpr double roundingTolerance = 1e-14;
  if (std::abs(quarters - whole) > roundingTolerance) return 0;
  angle = graph.at(data.operands[1]);
  return static_cast<int>(std::lround(whole)) & 3;
}

/// The angle that (c, s) are the cosine and the sine of, where they are written so.
std::optional<Expression> angleOf(const Expression& c, const Expression& s) {
  if (c.isConstant() || s.isConstant()) return std::nullopt;
  const NodeData &cosine = (*c.graph())[c.node()], &sine = (*s.graph())[s.node()];
  if (cosine.operation != Operation::cosine || sine.operation != Operation::sine ||
      cosine.operands[0] != sine.operands[0])
    return std::nullopt;
  return c.graph()->at(cosine.operands[0]);
}

}  // namespace

void turnFurther(Expression& c, Expression& s, const Expression& furtherC,
                 const Expression& furtherS) {
  const bool isQuarter = c == 0.0 || s == 0.0;
  if (c.isConstant() && s.isConstant() && !isQuarter)
    if (const std::optional<Expression> angle = angleOf(furtherC, furtherS)) {
      const Expression sum = *angle + elementary::atan2(s.value(), c.value());
      c = cos(sum);
      s = sin(sum);
      return;
    }
  const Expression old = c;
  c = old * furtherC - s * furtherS;
  s = s * furtherC + old * furtherS;
}

void sineCosine(const Expression* angles, Expression* sines, Expression* cosines, int n) {
  for (int i = 0; i < n; ++i) {
    Expression angle = angles[i];
    const int quarters = takeQuarters(angle);
    const Expression s = sin(angle), c = cos(angle);
    const Expression turned[] = {s, c, -s, -c};
    sines[i] = turned[quarters];
    cosines[i] = turned[(quarters + 1) & 3];
  }
}

}  // namespace linkwork::symbolic
