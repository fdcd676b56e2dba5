#include "bench/core/point_fault.hpp"

#include <new>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/device_error.hpp"

namespace warpmark {
namespace {

point_status status_of(compiler::compile_failure failure) {
  switch (failure) {
    case compiler::compile_failure::timed_out:
      return point_status::timed_out;
    case compiler::compile_failure::crashed:
      return point_status::crashed;
    default:
      return point_status::failed;
  }
}

}  // namespace

point_end end_by_current_exception() {
  try {
    throw;
  } catch (const point_fault& fault) {
    return {fault.status, fault.what(), fault_origin::point, {}, fault.check};
  } catch (const compiler::compile_error& error) {
    const bool is_rejected = error.failure == compiler::compile_failure::rejected;
    return {status_of(error.failure),
            (is_rejected ? "does not compile: " : "") + std::string(error.what()),
            fault_origin::compiler, error.log};
  } catch (const device_memory_error& error) {
    return {point_status::skipped, error.what()};
  } catch (const unsupported_kernel& error) {
    return {point_status::skipped, error.what()};
  } catch (const execution_limit_error& error) {
    return {point_status::timed_out, error.what(), fault_origin::execution};
  } catch (const device_error& error) {
    return {point_status::crashed, error.what(), fault_origin::execution};
  } catch (const std::bad_alloc&) {
    return {point_status::skipped, "the host has too little memory for the inputs of this problem"};
  }
}

std::string finding_text(const std::vector<finding>& findings) {
  const auto& first = findings.front();
  const std::string more =
      findings.size() > 1 ? fmt::format(" and {}", counted(findings.size() - 1, "more finding"))
                          : "";
  const std::string other =
      first.other ? fmt::format(", against {}:{}", first.other->file, first.other->line) : "";
  return fmt::format("{}: {} ({}:{}{}){}", first.kind, first.message, first.file, first.line, other,
                     more);
}

}  // namespace warpmark
