#include "linkwork/version.hpp"

namespace linkwork {

std::string_view version() { return LINKWORK_VERSION; }

}  // namespace linkwork
