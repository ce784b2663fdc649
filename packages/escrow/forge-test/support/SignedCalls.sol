// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute} from "../../contracts/EscrowTypes.sol";
import {EscrowVault} from "../../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../../contracts/IEscrowRegistry.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {VaultCalls} from "./VaultCalls.sol";

/// @dev Every call of the registry that a party can allow by a signature in the registry's domain. A stranger makes the
///      call, so only the signature decides. Permit2 and EIP-3009 are left out, because other contracts check those
///      signatures.
abstract contract SignedCalls is EscrowTest {
    using VaultCalls for EscrowVault;

    enum Kind {
        CreateEscrowSigned,
        CreateEscrowPermit,
        CreateEscrowSignedBatch,
        ClaimTo,
        ClaimHop,
        CancelTo,
        CancelWithConsent,
        SweepTo
    }

    struct SignedCall {
        Kind kind;
        EscrowTerms terms;
        uint256 deadline;
        bytes32 structHash;
    }

    bytes32 private constant SWEEP_TO_TYPEHASH =
        keccak256("SweepTo(address vault,address token,address to,uint256 deadline)");

    /// @dev Prepares a call that `signer` may allow now and during the next five seconds.
    function _ready(Kind kind, address signer) internal returns (SignedCall memory one) {
        one.kind = kind;
        one.terms = kind == Kind.ClaimHop ? _hopTerms() : _terms();
        bool isByRecipient = kind == Kind.ClaimTo || kind == Kind.ClaimHop || kind == Kind.CancelWithConsent;
        if (isByRecipient) {
            one.terms.recipient = signer;
        } else {
            (one.terms.creator, one.terms.recipient) = (signer, STRANGER);
            token.mint(signer, AMOUNT);
        }
        if (kind <= Kind.CreateEscrowSignedBatch) {
            vm.prank(signer);
            token.approve(address(registry), AMOUNT);
        } else {
            EscrowVault vault = _open(one.terms);
            if (!isByRecipient) vm.warp(one.terms.cancelAfter);
            if (kind == Kind.SweepTo) {
                vault.cancel();
                token.mint(address(vault), 1);
            }
        }
        one.deadline = block.timestamp + 5;
        one.structHash = _structHash(one);
    }

    /// @dev Makes the call. Returns whether the registry carried it out, and otherwise the selector of its error. A
    ///      batch does not report the errors of its members.
    function _send(SignedCall memory one, bytes memory signature) internal returns (bool isDone, bytes4 refusal) {
        bytes memory data = _data(one, signature);
        vm.prank(ELSEWHERE);
        bytes memory answer;
        (isDone, answer) = address(registry).call(data);
        if (!isDone) return (false, bytes4(answer));
        if (one.kind != Kind.CreateEscrowSignedBatch) return (true, 0);
        return (abi.decode(answer, (address[]))[0] != address(0), 0);
    }

    function _assertRefused(SignedCall memory one, bytes memory signature, bytes4 refusal, string memory why) internal {
        (bool isDone, bytes4 given) = _send(one, signature);
        vm.assertFalse(isDone, why);
        if (one.kind != Kind.CreateEscrowSignedBatch) vm.assertEq(given, refusal, why);
    }

    function _assertAccepted(SignedCall memory one, bytes memory signature, string memory why) internal {
        (bool isDone,) = _send(one, signature);
        vm.assertTrue(isDone, why);
    }

    function _structHash(SignedCall memory one) private view returns (bytes32) {
        EscrowVault vault = EscrowVault(registry.vaultAddress(one.terms));
        if (one.kind == Kind.ClaimTo) return _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, one.deadline);
        if (one.kind == Kind.ClaimHop) return _hopHash(vault, _routeUntil(one.deadline));
        if (one.kind == Kind.CancelTo) return _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, one.deadline);
        if (one.kind == Kind.CancelWithConsent) return _consentHash(vault, one.deadline);
        if (one.kind != Kind.SweepTo) return _createHash(one.terms, one.deadline);
        return keccak256(abi.encode(SWEEP_TO_TYPEHASH, address(vault), address(token), ELSEWHERE, one.deadline));
    }

    /// @dev The permit in the call is invalid and has expired. That decides nothing, because the allowance exists
    ///      already.
    function _data(SignedCall memory one, bytes memory signature) private view returns (bytes memory) {
        EscrowTerms memory terms = one.terms;
        uint256 deadline = one.deadline;
        if (one.kind == Kind.CreateEscrowSigned) {
            return abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, deadline, signature));
        }
        if (one.kind == Kind.CreateEscrowPermit) {
            return abi.encodeCall(EscrowRegistry.createEscrowPermit, (terms, NOW - 1, 27, 0, 0, deadline, signature));
        }
        if (one.kind == Kind.CreateEscrowSignedBatch) {
            IEscrowRegistry.SignedCreation[] memory batch = new IEscrowRegistry.SignedCreation[](1);
            batch[0] = IEscrowRegistry.SignedCreation(terms, deadline, signature);
            return abi.encodeCall(EscrowRegistry.createEscrowSignedBatch, (batch));
        }
        if (one.kind == Kind.ClaimTo) {
            return abi.encodeCall(EscrowRegistry.claimTo, (terms, SECRET, ELSEWHERE, deadline, signature));
        }
        if (one.kind == Kind.ClaimHop) {
            return abi.encodeCall(EscrowRegistry.claimHop, (terms, SECRET, _routeUntil(deadline), signature));
        }
        if (one.kind == Kind.CancelTo) {
            return abi.encodeCall(EscrowRegistry.cancelTo, (terms, ELSEWHERE, deadline, signature));
        }
        if (one.kind == Kind.CancelWithConsent) {
            return abi.encodeCall(EscrowRegistry.cancelWithConsent, (terms, deadline, signature));
        }
        return abi.encodeCall(EscrowRegistry.sweep, (terms, address(token), ELSEWHERE, deadline, signature));
    }

    function _routeUntil(uint256 deadline) private view returns (HopRoute memory route) {
        route = _route();
        route.deadline = deadline;
    }
}
