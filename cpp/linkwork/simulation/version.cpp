#include "linkwork/version.hpp"

namespace linkwork {

const char detail::LINKWORK_ALIGNMENT = 0;

std::string_view version() { return LINKWORK_VERSION; }

}  // namespace linkwork
