#include "simt/ptx/parser.hpp"

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/errors.hpp"
#include "simt/ptx/body_parser.hpp"
#include "simt/ptx/location_parser.hpp"
#include "simt/ptx/token_cursor.hpp"
#include "simt/ptx/variable_parser.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t max_threads = 1 << 20;

// Module-level directives and function headers.
class parser {
 public:
  explicit parser(std::string_view text) : at_(text) {}

  ptx_module run() {
    while (!at_.at_end()) top_level();
    locations_.finish();
    return std::move(module_);
  }

 private:
  void top_level() {
    if (at_.accept(".version")) {
      module_.version = at_.take().text;
    } else if (at_.accept(".file")) {
      file();
    } else if (at_.accept(".target")) {
      module_.target = at_.take().text;
      while (at_.accept(",")) at_.take();
    } else if (at_.peek().is(".address_size")) {
      at_.skip_line();
    } else if (at_.accept(".pragma")) {
      at_.skip_past(";");
    } else if (at_.accept(".section")) {
      locations_.read_section(at_);
    } else if (at_.accept(".alias")) {
      alias();
    } else if (!at_.accept(";")) {
      declaration();
    }
  }

  void file() {
    const auto index = static_cast<int>(at_.integer());
    module_.sources.files[index] = at_.take().text;
    while (at_.accept(",")) at_.integer();
  }

  void alias() {
    const std::string name(at_.take().text);
    at_.expect(",");
    module_.aliases[name] = at_.take().text;
    at_.expect(";");
  }

  void declaration() {
    bool external = false;
    for (;;) {
      if (at_.accept(".extern")) {
        external = true;
      } else if (!at_.accept(".visible") && !at_.accept(".weak") && !at_.accept(".common")) {
        break;
      }
    }
    if (at_.accept(".entry")) return function(true);
    if (at_.accept(".func")) return function(false);
    const auto space = parse_storage_space(at_);
    if (!space) at_.fail(fmt::format("unknown directive '{}'", at_.peek().text));
    do {
      module_.variables.push_back(parse_variable(at_, *space, external));
    } while (at_.accept(","));
    at_.expect(";");
  }

  extent3 extents() {
    extent3 result;
    std::uint32_t* const axes[] = {&result.x, &result.y, &result.z};
    for (std::uint32_t* axis : axes) {
      *axis = static_cast<std::uint32_t>(at_.integer_up_to(max_threads, "extent"));
      if (*axis == 0) at_.fail("an extent of 0");
      if (!at_.accept(",")) break;
    }
    return result;
  }

  // .maxnreg, .minnctapersm, .noreturn …: they affect the machine code, not the semantics.
  void function_directives(ptx_function& into) {
    while (!at_.peek().is(";") && !at_.peek().is("{")) {
      if (at_.at_end()) at_.fail("a function without body or ';'");
      if (at_.accept(".reqnctapercluster"))
        into.cluster = extents();
      else if (at_.accept(".explicitcluster"))
        into.needs_cluster = true;
      else if (at_.accept(".reqntid"))
        into.required_threads = extents();
      else if (at_.accept(".maxntid"))
        into.max_threads = extents().count();
      else if (at_.accept(".pragma"))
        at_.skip_past(";");
      else
        at_.take();
    }
  }

  void function(bool entry) {
    ptx_function result{.entry = entry};
    if (at_.accept(".attribute")) at_.skip_parentheses();
    if (!entry) result.results = parse_parameter_list(at_);
    result.name = at_.take().text;
    result.parameters = parse_parameter_list(at_);
    function_directives(result);
    if (at_.accept(";")) {
      module_.functions.emplace(result.name, std::move(result));
      return;
    }
    at_.expect("{");
    body_parser body(at_, result, locations_);
    try {
      body.run();
    } catch (const parse_error& error) {
      read_remaining_files();
      throw parse_error(fmt::format("{}; the source is {}, in {}", error.what(),
                                    module_.sources.users_text(body.place()),
                                    demangled(result.name)));
    }
    result.defined = true;
    module_.functions[result.name] = std::move(result);
  }

  // Compilers write the table of files at the end.
  void read_remaining_files() {
    for (; !at_.at_end(); at_.take())
      while (at_.peek(1).what == token::kind::number && at_.peek(2).what == token::kind::string &&
             at_.accept(".file"))
        file();
  }

  token_cursor at_;
  ptx_module module_;
  location_parser locations_{module_.sources};
};

}  // namespace

ptx_module parse_ptx(std::string_view text) { return parser(text).run(); }

}  // namespace warpmark::simt
