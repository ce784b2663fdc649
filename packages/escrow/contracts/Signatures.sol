// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {EscrowTerms, HopRoute} from "./EscrowTypes.sol";

/// @title What parties sign (EIP-712 structs of the registry's domain), and who signed
library Signatures {
    /// @dev Permit2 puts it behind its own type: the witness, and the types in the order of their names.
    string internal constant WITNESS_TYPE =
        "EscrowTerms witness)EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)TokenPermissions(address token,uint256 amount)";

    bytes32 private constant ESCROW_TERMS = keccak256(
        "EscrowTerms(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash)"
    );
    bytes32 private constant CREATE_ESCROW = keccak256(
        "CreateEscrow(address token,address creator,address recipient,address hopBridge,uint128 amount,uint40 cancelAfter,bytes32 commitmentHash,uint256 deadline)"
    );
    bytes32 private constant CLAIM_TO = keccak256("ClaimTo(address vault,address to,uint256 deadline)");
    bytes32 private constant CANCEL_TO = keccak256("CancelTo(address vault,address to,uint256 deadline)");
    bytes32 private constant CONSENT_CANCEL = keccak256("ConsentCancel(address vault,uint256 deadline)");
    bytes32 private constant SWEEP_TO = keccak256("SweepTo(address vault,address token,address to,uint256 deadline)");
    bytes32 private constant HOP_CLAIM = keccak256(
        "HopClaim(address vault,bytes32 commitmentHash,address hopBridge,bytes32 destBlockchainId,address hopRecipient,address feeToken,uint256 relayerFee,uint256 dispatchGas,uint256 deadline)"
    );

    function escrowTerms(EscrowTerms memory terms) internal pure returns (bytes32) {
        return keccak256(abi.encode(ESCROW_TERMS, terms));
    }

    function createEscrow(EscrowTerms memory terms, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(CREATE_ESCROW, terms, deadline));
    }

    function claimTo(address vault, address to, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(CLAIM_TO, vault, to, deadline));
    }

    function cancelTo(address vault, address to, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(CANCEL_TO, vault, to, deadline));
    }

    function consentCancel(address vault, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(CONSENT_CANCEL, vault, deadline));
    }

    function sweepTo(address vault, address token, address to, uint256 deadline) internal pure returns (bytes32) {
        return keccak256(abi.encode(SWEEP_TO, vault, token, to, deadline));
    }

    function hopClaim(address vault, EscrowTerms memory terms, HopRoute calldata route)
        internal
        pure
        returns (bytes32)
    {
        // The route's fields stand in the order of the type.
        return keccak256(abi.encode(HOP_CLAIM, vault, terms.commitmentHash, terms.hopBridge, route));
    }

    /// @dev ECDSA first: an account that delegates by EIP-7702 has code and still signs with its key.
    function isSignedBy(address signer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        (address recovered, ECDSA.RecoverError error,) = signature.length == 64
            ? ECDSA.tryRecover(digest, bytes32(signature[:32]), bytes32(signature[32:]))
            : ECDSA.tryRecoverCalldata(digest, signature);
        if (error == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);
    }
}
