#include "linkwork/json.hpp"
#include "linkwork/mechanism/json/writer.hpp"

namespace linkwork {

std::string toJson(const Mechanism& mechanism, int indent) {
  return detail::writeJson(fields::jsonOf(mechanism), indent);
}

std::string toJson(const NamedState& state, int indent) {
  return detail::writeJson(fields::jsonOf(state), indent);
}

}  // namespace linkwork
